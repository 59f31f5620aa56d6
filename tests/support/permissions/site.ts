import type { Row } from "./row.ts";

export const site: Row[] = [
  ["see the home page", "GET /", "200 200 200 200 200"],
  ["open the feedback form", "GET /feedback", "200 200 200 200 200"],
  ["give feedback", "POST /feedback", "303 303 303 303 303", { text: "Good." }],
  ["read what robots may do", "GET /robots.txt", "200 200 200 200 200"],
  ["read where to report a weakness", "GET /.well-known/security.txt", "200 200 200 200 200"],
  ["read the site map", "GET /sitemap.xml", "200 200 200 200 200"],
  ["read the app's manifest", "GET /manifest.webmanifest", "200 200 200 200 200"],
  ["read about the API", "GET /api", "200 200 200 200 200 200"],
  ["read the API's description", "GET /api/openapi.json", "200 200 200 200 200 200"],
  ["read the socket's description", "GET /api/asyncapi.json", "200 200 200 200 200 200"],
  ["make a call that does not exist", "GET /api/nothing", "404 404 404 404 404 404"],
  ["visit the address of the theme", "GET /theme", "303 303 303 303 303"],
  ["choose a theme", "POST /theme", "303 303 303 303 303", { theme: "dark" }],
  ["visit the address of the scripts", "GET /scripts", "303 303 303 303 303"],
  ["turn scripts on", "POST /scripts", "303 303 303 303 303", { scripts: "on" }],
  ["check the server's health", "GET /healthz", "200 200 200 200 200"],
  ["read the figures without their token", "GET /metrics", "404 404 404 404 404"],
  ["post to a page that does not exist", "POST /nothing", "404 404 404 404 404", {}],
  ["see a page that does not exist", "GET /nothing", "404 404 404 404 404"],
];
