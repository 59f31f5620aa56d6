import type { ComponentProps } from "react";
import { ButtonLink } from "./button.tsx";
import { Icon } from "./icon.tsx";

/** The way back to the page above, over a page's head. */
export const Back = ({ children, ...link }: ComponentProps<typeof ButtonLink>) => (
  <div>
    <ButtonLink variant="link" {...link}>
      <Icon name="left" size={16} />
      {children}
    </ButtonLink>
  </div>
);
