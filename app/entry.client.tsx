import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

// React Router stores the scroll position of each history entry under this key.
if (!history.state?.key) history.replaceState({ key: Math.random().toString(36).slice(2) }, "");

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
