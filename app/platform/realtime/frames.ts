/** The data of each frame by direction and event, declared in `app/developers/protocol.server.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: the protocol's declaration fills it, so that the socket knows no feature.
export interface Frames {}

type Client = Frames extends { client: infer Data } ? Data : never;
type Server = Frames extends { server: infer Data } ? Data : never;

export type ClientEvent = keyof Client;
export type ClientData<Event extends ClientEvent> = Client[Event];
export type ServerEvent = keyof Server;
export type ServerData<Event extends ServerEvent> = Server[Event];
export type ServerFrame = { [Event in ServerEvent]: { event: Event; data: ServerData<Event> } }[ServerEvent];
