import { reactRouter } from "@react-router/dev/vite";
import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [vanillaExtractPlugin(), reactRouter()],
  environments: {
    // The server build's entry is our own: routes, hub and database are one module graph with it.
    ssr: {
      build: { rolldownOptions: { input: "./app/server.ts" } },
      // Bundled: resolving some thousand files of packages takes most of a start. What has native parts stays outside.
      resolve: {
        noExternal: true,
        external: ["better-sqlite3", "sharp", "@napi-rs/canvas", "unpdf", "ws", "pino", "nodemailer"],
      },
    },
    client: {
      build: {
        rolldownOptions: {
          // The parts that most pages share come as one file of styles and one of scripts, not as ten small ones.
          output: {
            codeSplitting: {
              groups: [{ name: "ui", test: /app\/(ui|styles)\/(?!form\.tsx|field|dialog|pagination)/ }],
            },
          },
        },
      },
    },
  },
  build: { assetsInlineLimit: 0 },
  optimizeDeps: {
    include: ["@conform-to/react"],
    // These run on the server only: found late by the dependency scan, they would reload the page in mid-work.
    exclude: [
      "better-sqlite3",
      "drizzle-orm",
      "pino",
      "rate-limiter-flexible",
      "remix-auth-form",
      "zod",
      "zod-openapi",
      "@conform-to/zod",
      "@remix-run/node-fetch-server",
      "@remix-run/response",
      "@react-router/node",
      "sharp",
      "ws",
    ],
  },
});
