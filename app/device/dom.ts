/** For elements that the page's own HTML has. */
export const find = <Found extends HTMLElement = HTMLElement>(
  selector: string,
  root: ParentNode = document,
): Found => root.querySelector<Found>(selector) as Found;

export const findAll = <Found extends HTMLElement = HTMLElement>(
  selector: string,
  root: ParentNode = document,
): NodeListOf<Found> => root.querySelectorAll<Found>(selector);

/** The element that an event is about, or that contains it. */
export const closest = <Found extends HTMLElement = HTMLElement>(
  { target }: Event,
  selector: string,
): Found | null => (target instanceof Element ? target.closest<Found>(selector) : null);

export const parse = async (response: Response): Promise<Document> =>
  new DOMParser().parseFromString(await response.text(), "text/html");
