import { useContext } from "react";
import { useLocation } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { SiteContext } from "#app/ui/page.tsx";

/** Whether pictures are hidden until the visitor requests them: with `Save-Data`, unless the address has `previews`. */
export function useHidesPreviews(): boolean {
  const { savesData } = useContext(SiteContext);
  const { search } = useLocation();
  return savesData && !new URLSearchParams(search).has("previews");
}

/** The link that shows these resources' pictures, if any are hidden. */
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
