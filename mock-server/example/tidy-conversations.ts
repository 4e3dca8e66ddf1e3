/** Where the service is, and for whom to tidy up. */
export interface Account {
  readonly url: string;
  readonly apiKey: string;
  readonly uid: string;
}

interface Row {
  readonly conversationId: string;
  readonly conversationType: 'user' | 'group';
  readonly updatedAt: number;
  readonly conversationWith: { readonly uid: string; readonly guid: string };
}

/** Empties what was silent since a time, and leaves it in its place; answers with the ids of what it emptied. */
export async function tidyConversations(account: Account, silentSince: number): Promise<readonly string[]> {
  const { data } = (await ask(account, 'GET', '/conversations?perPage=1000')) as { readonly data: readonly Row[] };
  const silent = data.filter(({ updatedAt }) => updatedAt < silentSince);
  for (const { conversationType, conversationWith } of silent) {
    if (conversationType === 'group') {
      await ask(account, 'DELETE', `/groups/${conversationWith.guid}/conversation`, { preserveOrder: true });
    } else {
      await ask(account, 'DELETE', `/users/${account.uid}/conversation`, {
        conversationWith: conversationWith.uid,
        deleteMessagesPermanently: false,
        preserveOrder: true,
      });
    }
  }
  return silent.map(({ conversationId }) => conversationId);
}

/** Tries again when told to wait, or when nothing was told; a reset may be repeated without harm. */
async function ask(
  { url, apiKey, uid }: Account,
  method: string,
  path: string,
  body?: object,
  tries = 3,
): Promise<unknown> {
  const headers = { apikey: apiKey, onBehalfOf: uid, 'Content-Type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${url}${path}`, { method, headers, ...sent }).catch(() => undefined);
  if (answer?.ok) return answer.json();
  if (tries === 1 || (answer !== undefined && answer.status !== 429 && answer.status < 500)) {
    throw new Error(`${method} ${path} was answered with ${answer?.status ?? 'nothing'}`);
  }
  const seconds = Number(answer?.headers.get('Retry-After') ?? 0);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return ask({ url, apiKey, uid }, method, path, body, tries - 1);
}
