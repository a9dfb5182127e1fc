/**
 * The version of the live protocol: events, the sync message and their payloads. A tab of another version gets no
 * live updates and asks for a reload. Raise it with every change of these schemas; `server/protocol.test.ts` says when.
 */
export const PROTOCOL = 9;

/** The header with the server's protocol number, in every answer under /api. */
export const PROTOCOL_HEADER = 'Marquee-Protocol';

/** What a tab sends when it connects. Clients that send no number are accepted, because version 0.1 sent none. */
export interface Handshake {
  protocol?: number;
}

/** Why a connection is refused, as the message of its connect_error. */
export const connectRefusals = {
  unauthorized: 'unauthorized',
  tooManyTabs: 'too_many_tabs',
  unavailable: 'unavailable',
} as const;

/** Why a tab is refused, as `data` of the connection error. */
export interface ProtocolMismatch {
  code: 'protocol_mismatch';
  protocol: number;
}
