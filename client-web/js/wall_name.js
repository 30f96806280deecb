// The wall's session: it has a name of its own.
import { session } from './store.js';

/** Names that a wall tries: of 900 not many are taken. */
const WALL_TRIES = 10;
/** After these errors a token is of no more use. */
export const FORGOTTEN = ['unknown_token', 'name_registered', 'name_taken', 'banned'];

/** Before the wall has a name: one that is free.
 *  @param {App} app */
export async function nameWall(app) {
  let reply = null;
  for (let tries = 1; !reply; tries++) {
    try {
      reply = await app.line.ask('name', { name: `Wall-${100 + Math.floor(Math.random() * 900)}` });
    } catch (caught) {
      const error = /** @type {Refusal} */ (caught);
      if (!['name_taken', 'name_registered'].includes(error.error) || tries === WALL_TRIES)
        throw error;
    }
  }
  session.set('alea.wall', reply.token);
  await app.line.ask('profile', { games: 'none', bot: 'yes' }); // nobody challenges a wall
  return { ...reply, mine: [] };
}

/** @param {App} app @param {Promise<Message>} resumed */
export async function resumeWall(app, resumed) {
  try {
    return await resumed;
  } catch (caught) {
    const error = /** @type {Refusal} */ (caught);
    if (!FORGOTTEN.includes(error.error)) throw error;
    return nameWall(app);
  }
}
