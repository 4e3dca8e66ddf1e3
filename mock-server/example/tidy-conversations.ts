/** Where the service is, and for whom to tidy up. */
export interface Account {
  readonly url: string;
  readonly apiKey: string;
  readonly uid: string;
}

interface Row {
  readonly conversationId: string;
  readonly updatedAt: number;
  readonly conversationWith: { readonly uid: string } | { readonly guid: string };
}

/** Empties what was silent since a time, and leaves it in its place; answers with the ids of what it emptied. */
export async function tidyConversations(account: Account, silentSince: number): Promise<readonly string[]> {
  const { data } = (await ask(account, 'GET', '/conversations?perPage=1000')) as { readonly data: readonly Row[] };
  const silent = data.filter(({ updatedAt }) => updatedAt < silentSince);
  for (const { conversationWith: other } of silent) {
    const path = 'uid' in other ? `/users/${account.uid}/conversation` : `/groups/${other.guid}/conversation`;
    const names = 'uid' in other ? { conversationWith: other.uid, deleteMessagesPermanently: false } : {};
    await ask(account, 'DELETE', path, { ...names, preserveOrder: true });
  }
  return silent.map(({ conversationId }) => conversationId);
}

/** Tries again when asked to wait, or without any answer: a reset may be repeated without harm. */
async function ask(account: Account, method: string, path: string, body?: object, tries = 3): Promise<unknown> {
  const headers = { apikey: account.apiKey, onBehalfOf: account.uid, 'Content-Type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${account.url}${path}`, { method, headers, ...sent }).catch(() => undefined);
  if (answer?.ok) return answer.json();
  const isWorthIt = answer === undefined || answer.status === 429 || answer.status >= 500;
  if (!isWorthIt || tries === 1) throw new Error(`${method} ${path} was answered with ${answer?.status ?? 'nothing'}`);
  const seconds = Number(answer?.headers.get('Retry-After') ?? 0);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return ask(account, method, path, body, tries - 1);
}
