// What browsers have, and newer versions of Node.js: a WebSocket and WebCrypto.
import { webcrypto } from 'node:crypto';
import WebSocket from 'ws';

globalThis.WebSocket ??= WebSocket;
globalThis.crypto ??= webcrypto;
