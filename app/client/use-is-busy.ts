import { useFetchers, useNavigation } from "react-router";

/** Whether a page is loading or an act is under way. */
export function useIsBusy(): boolean {
  const navigation = useNavigation();
  const fetchers = useFetchers();
  return navigation.state !== "idle" || fetchers.some(({ state }) => state !== "idle");
}
