import { defineConfig } from '@playwright/test';

export default defineConfig({
  testMatch: 'playwright.spec.mjs',
  fullyParallel: true,
  workers: 2,
  use: { baseURL: 'http://localhost:5173' },
  webServer: [
    { command: 'npx conversation-reset-mock --port 4010', url: 'http://127.0.0.1:4010/_mock/health' },
    // Your app, as you serve it during development.
    { command: 'npx vite --port 5173 --strictPort', url: 'http://localhost:5173/page.html' },
  ],
});
