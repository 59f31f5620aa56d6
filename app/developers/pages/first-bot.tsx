import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { Contents } from "#app/ui/contents.tsx";
import bot from "../../../examples/bot.mjs?raw";
import answer from "../../../examples/first-bot/answer.mjs?raw";
import hello from "../../../examples/first-bot/hello.mjs?raw";
import listen from "../../../examples/first-bot/listen.mjs?raw";
import type { Route } from "./+types/first-bot.ts";
import { botSteps, Preparation, Steps } from "./bot-steps.tsx";
import { ReferencePage } from "./parts.tsx";
import * as styles from "./reference.css.ts";

export const handle = { scripts: "none", cache: { params: [], varyBy: "guests" } };

/** Shows the same program files that the tests run. */
export const loader = ({ context }: Route.LoaderArgs) => ({
  origin: getRequestContext(context).origin,
  programs: { hello, listen, answer, bot },
});

export default function FirstBot({ loaderData: { origin, programs } }: Route.ComponentProps) {
  return (
    <ReferencePage
      title="Your first bot in ten minutes"
      description="From a token to a program that answers messages, step by step."
    >
      <p>
        A bot is a program that uses the site in your name. Yours will read the messages that you get, and
        answer some of them for you. You need no experience and install no packages.
      </p>
      <div className={styles.contents}>
        <Contents parts={[...botSteps, ["kind", "Be kind"], ["next", "What next?"]]} />
        <div className={styles.chapters}>
          <Preparation origin={origin} />
          <Steps programs={programs} />
          <section id="kind" className={styles.part}>
            <h2>Be kind</h2>
            <ul>
              <li>Tell your friends that a program answers them.</li>
              <li>Answer what you are asked, and write to nobody who did not write to you first.</li>
              <li>
                Send at most 20 frames a second: more closes the socket. When a call gets 429, wait as long as{" "}
                <code>Retry-After</code> says.
              </li>
              <li>Let two bots never talk to each other: they do not stop.</li>
            </ul>
          </section>
          <section id="next" className={styles.part}>
            <h2>What next?</h2>
            <p>
              The <a href="/api">API</a> lists everything that your bot can do, and{" "}
              <a href="/developers/socket">the socket</a> everything that it can hear. Ideas: a reminder for{" "}
              <a href="/developers/events">events</a>, a search in{" "}
              <a href="/developers/resources">resources</a>, a mail for every new{" "}
              <a href="/developers/jobs">job</a>.
            </p>
          </section>
        </div>
      </div>
    </ReferencePage>
  );
}
