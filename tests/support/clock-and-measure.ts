/** Loaded before the server: its clock can be set, and it measures its turns in real time. */
import "./measure-process.ts";
import "./clock.ts";
