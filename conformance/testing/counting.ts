import type { HttpRequest } from '../../mock-server/http-message.ts';
import { mockInMemory } from '../self-test/mock-targets.ts';

/** A mock that counts how many of these requests are under way at once. */
export function countingAtOnce(isMeant: (request: HttpRequest) => boolean) {
  const { answer } = mockInMemory();
  let [underWay, most] = [0, 0];
  const handle = async (request: HttpRequest) => {
    if (!isMeant(request)) return answer(request);
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise(setImmediate);
    underWay -= 1;
    return answer(request);
  };
  return { handle, most: () => most };
}
