import { useContext } from "react";
import { useLocation } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { SiteContext } from "#app/ui/page.tsx";

/** Whether pictures wait until the visitor asks for them: with `Save-Data`, unless the address has `previews`. */
export function useHidesPreviews(): boolean {
  const { savesData } = useContext(SiteContext);
  const { search } = useLocation();
  return savesData && !new URLSearchParams(search).has("previews");
}

/** Asks for the pictures of these resources, if they have any that wait. */
export function ShowPreviews({ resources }: { resources: { thumbnail: string | null }[] }) {
  const { pathname, search } = useLocation();
  const isHidden = useHidesPreviews();
  if (!isHidden || !resources.some(({ thumbnail }) => thumbnail)) return null;
  const query = new URLSearchParams(search);
  query.set("previews", "1");
  return (
    <ButtonLink to={`${pathname}?${query}`} variant="link" preventScrollReset>
      Show previews
    </ButtonLink>
  );
}
