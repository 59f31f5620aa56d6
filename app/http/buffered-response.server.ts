// A Response hides its body behind a web stream. Pages and JSON are complete in memory before they are sent, so the
// buffer is kept beside the Response and written to the socket in one piece (docs/performance.md).

const buffers = new WeakMap<Response, Buffer>();

/** A Response whose body is complete in memory. */
export function createBufferedResponse(body: Buffer, init: ResponseInit): Response {
  const response = new Response(null, init);
  buffers.set(response, body);
  return response;
}

/** The body of a response that `createBufferedResponse` made. */
export const getBuffer = (response: Response): Buffer | undefined => buffers.get(response);
