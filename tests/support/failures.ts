import { beforeEach } from "vitest";
import { forgetLogged, showLogged } from "./logged.ts";

beforeEach(({ onTestFailed }) => {
  forgetLogged();
  onTestFailed(({ task }) => console.log(showLogged(task.name)));
});
