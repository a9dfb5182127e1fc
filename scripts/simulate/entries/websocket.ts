// The WebSocket of a simulated browser.
export { WebSocket } from 'ws';
