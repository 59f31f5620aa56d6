import { env } from "../../env.server.ts";

/** What a phone needs to put the site on its first screen. The drawings are made by `scripts/icons.ts`. */
export function loader() {
  const icon = (file: string, size: string, purpose = "any") => ({
    src: `/${file}`,
    sizes: size,
    type: file.endsWith(".svg") ? "image/svg+xml" : "image/png",
    purpose,
  });
  const manifest = {
    name: env.SITE_NAME,
    short_name: env.SITE_NAME,
    description: "From Newcomers to Navigators, connecting students to succeed together.",
    id: "/",
    start_url: "/",
    display: "minimal-ui",
    background_color: "#FBF9F4",
    theme_color: "#15527A",
    icons: [
      icon("icon.svg", "any"),
      icon("icon-192.png", "192x192"),
      icon("icon-512.png", "512x512"),
      icon("icon-maskable.png", "512x512", "maskable"),
    ],
  };
  return Response.json(manifest, {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=3600" },
  });
}
