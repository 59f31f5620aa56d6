import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

// By it React Router remembers how far each entry of the history is scrolled.
if (!history.state?.key) history.replaceState({ key: Math.random().toString(36).slice(2) }, "");

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
