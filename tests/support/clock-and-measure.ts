/** Loaded before the server: makes its clock settable, and measures its event loop in real time. */
import "./measure-process.ts";
import "./clock.ts";
