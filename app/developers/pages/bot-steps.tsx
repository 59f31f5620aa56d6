import { Code } from "./parts.tsx";
import * as styles from "./reference.css.ts";

export const botSteps = [
  ["ready", "1. Get ready"],
  ["token", "2. Make a token"],
  ["hello", "3. Say hello"],
  ["listen", "4. Listen"],
  ["answer", "5. Answer"],
  ["useful", "6. Make it useful"],
] as const;

export function Preparation({ origin }: { origin: string }) {
  return (
    <>
      <section id="ready" className={styles.part}>
        <h2>1. Get ready</h2>
        <p>
          You need <a href="https://nodejs.org">Node.js</a> 22 or later and an account here. See which Node
          you have:
        </p>
        <Code name="Terminal" text="node --version" />
        <p>
          With Node 20 write <code>node --experimental-websocket</code> wherever you read <code>node</code>{" "}
          below: it has the same sockets, but hidden.
        </p>
      </section>
      <section id="token" className={styles.part}>
        <h2>2. Make a token</h2>
        <p>
          A token is a password for a program. Open <a href="/account/tokens">API tokens</a>, call yours{" "}
          <i>First bot</i>, choose <i>Read and write</i> and copy it: you see it only once. Anyone who has it
          can write as you, so show it to nobody. You can end it on the same page at any time.
        </p>
        <p>Tell your terminal where the site is, and paste your token. On a Mac or Linux:</p>
        <Code name="Terminal" text={`export SITE=${origin}\nexport TOKEN=quadrant_…`} />
        <p>In Windows PowerShell:</p>
        <Code name="PowerShell" text={`$env:SITE = "${origin}"\n$env:TOKEN = "quadrant_…"`} />
      </section>
    </>
  );
}

export function Steps({ programs }: { programs: Record<"hello" | "listen" | "answer" | "bot", string> }) {
  return (
    <>
      <section id="hello" className={styles.part}>
        <h2>3. Say hello</h2>
        <p>
          Make a folder, and in it a file <code>hello.mjs</code>. The program sends the token with its
          question, so the site knows who asks.
        </p>
        <Code name="hello.mjs" text={programs.hello} />
        <Code name="Terminal" text="node hello.mjs" />
        <p>
          It greets you by your name. <q>Invalid token</q> means that the token is not complete, or has ended.
        </p>
      </section>
      <section id="listen" className={styles.part}>
        <h2>4. Listen</h2>
        <p>
          A socket is a line to the site that stays open, so that messages arrive the moment they are written.
          The first frame that you send says who you are. <code>ready</code> answers it, and then your
          messages arrive.
        </p>
        <Code name="listen.mjs" text={programs.listen} />
        <Code name="Terminal" text="node listen.mjs" />
        <p>
          Now ask a friend to write to you. Their name and their words appear in the terminal. Stop the
          program with Ctrl+C.
        </p>
      </section>
      <section id="answer" className={styles.part}>
        <h2>5. Answer</h2>
        <p>
          Only the last part is new: who writes <q>ping</q> gets <q>pong</q> back.
        </p>
        <Code name="answer.mjs" text={programs.answer} />
        <Code name="Terminal" text="node answer.mjs" />
        <p>Your first bot is alive. Change what it answers: it is only a condition and a text.</p>
      </section>
      <section id="useful" className={styles.part}>
        <h2>6. Make it useful</h2>
        <p>
          This one looks something up. Who writes <q>jobs</q> to you gets the newest open jobs, and who writes{" "}
          <q>all jobs</q> a file with all of them. It also connects again when the network breaks, and says
          sorry when something fails.
        </p>
        <ul>
          <li>
            <code>replyTo</code> names the message that it answers, so that its words appear above the answer.
          </li>
          <li>
            A reaction, <code>check</code>, says that it is done. The signs are <code>thumb</code>,{" "}
            <code>heart</code>, <code>laugh</code>, <code>wow</code>, <code>thanks</code> and{" "}
            <code>check</code>.
          </li>
          <li>
            <code>attachments</code> of a message that arrives has the <code>name</code> and <code>url</code>{" "}
            of its files. To send files, upload each first: up to four ids go into one message.
          </li>
        </ul>
        <Code name="bot.mjs" text={programs.bot} />
        <Code name="Terminal" text="node bot.mjs" />
      </section>
    </>
  );
}
