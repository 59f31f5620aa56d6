import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // One cached file names all routes: asking for each as its link appears costs a round trip on slow connections.
  routeDiscovery: { mode: "initial" },
  // The build has several programs: the server's is index.js.
  serverBuildFile: "[name].js",
} satisfies Config;
