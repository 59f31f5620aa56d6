/** Loaded before the server: its connections may be idle for five seconds only. */
import { Server } from "node:http";

Object.defineProperty(Server.prototype, "timeout", { get: () => 5_000, set: () => {} });
