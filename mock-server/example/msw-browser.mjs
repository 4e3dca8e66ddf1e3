// MSW in the browser: the app calls the address of the real service, and is answered by a mock server that runs beside it.
import { bypass, http } from 'msw';
import { setupWorker } from 'msw/browser';

const mock = 'http://localhost:4010';

export const worker = setupWorker(
  http.all('https://chat.example/v3/*', async ({ request }) => {
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    const body = (await request.text()) || null;
    return fetch(bypass(new Request(`${mock}${pathname}${search}`, { method, headers, body })));
  }),
);
