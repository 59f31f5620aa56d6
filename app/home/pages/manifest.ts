import { contentTypes } from "#app/platform/files/content-types.server.ts";
import { isAddressOn, isAreaOn } from "#app/platform/http/area-switch.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { fileTypes } from "#app/resources/rules.ts";

/** Android matches shared files by type, other systems by extension. */
const accept = fileTypes.flatMap((type) => [contentTypes[type].split(";", 1)[0], `.${type}`]);

/** The web app manifest, for installing the site on a phone. `scripts/icons.ts` makes the drawings. */
export function loader() {
  const icon = (file: string, size: string, purpose = "any") => ({
    src: `/${file}`,
    sizes: size,
    type: file.endsWith(".svg") ? "image/svg+xml" : "image/png",
    purpose,
  });
  const manifest = {
    name: settings.siteName,
    short_name: settings.siteName,
    description: "From Newcomers to Navigators, connecting students to succeed together.",
    id: "/",
    start_url: "/",
    scope: "/",
    lang: "en",
    display: "standalone",
    // The splash screen uses it in both themes. It is the icon's background, to avoid a white flash in the dark.
    background_color: "#15527A",
    theme_color: "#15527A",
    icons: [
      icon("icon.svg", "any"),
      icon("icon-192.png", "192x192"),
      icon("icon-512.png", "512x512"),
      icon("icon-maskable.png", "512x512", "maskable"),
    ],
    screenshots: [
      {
        src: "/screenshot-narrow.webp",
        sizes: "720x1480",
        type: "image/webp",
        form_factor: "narrow",
        label: "Home",
      },
      {
        src: "/screenshot-wide.webp",
        sizes: "1280x800",
        type: "image/webp",
        form_factor: "wide",
        label: "Home",
      },
    ],
    shortcuts: [
      { name: "Messages", url: "/messages?list", icons: [icon("shortcut-chat.png", "96x96")] },
      { name: "Jobs", url: "/jobs", icons: [icon("shortcut-case.png", "96x96")] },
      { name: "Upload", url: "/resources/upload", icons: [icon("shortcut-upload.png", "96x96")] },
      { name: "Ask a Question", url: "/questions/new", icons: [icon("shortcut-ask.png", "96x96")] },
    ].filter(({ url }) => isAddressOn(url)),
    // The service worker receives what is shared: a file opens the upload form, a link a new question.
    ...(isAreaOn("resources") && {
      share_target: {
        action: "/resources/upload?shared",
        method: "POST",
        enctype: "multipart/form-data",
        params: { title: "title", text: "description", url: "url", files: [{ name: "file", accept }] },
      },
    }),
  };
  return Response.json(manifest, {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=3600" },
  });
}
