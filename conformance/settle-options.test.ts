import { describe, expect, it, vi } from 'vitest';
import { settled } from './settle-options.ts';
import { verify } from './verify.ts';
import type { VerifyOptions } from './verify-options.ts';

const baseUrl = 'http://127.0.0.1:9/v3';

describe('the options of a run', () => {
  it('should have defaults, also where they are given as undefined', () => {
    const { seed, ...rest } = settled({ baseUrl: `${baseUrl}/`, apiKey: undefined, budget: undefined });
    expect(rest).toEqual({
      ...{ baseUrl, apiKey: 'local-key', budget: 'default', concurrency: 16 },
      ...{ deadlineMs: 10_000, settleMs: 500, timeLimitMs: 900_000 },
    });
    expect(seed).toBeGreaterThanOrEqual(0);
  });

  it('should take the key from the environment where none is given', () => {
    vi.stubEnv('CONVERSATION_RESET_API_KEY', 'key-of-the-environment');
    expect(settled({ baseUrl }).apiKey).toBe('key-of-the-environment');
    expect(settled({ baseUrl, apiKey: 'given' }).apiKey).toBe('given');
    vi.stubEnv('CONVERSATION_RESET_API_KEY', '');
    expect(() => settled({ baseUrl })).toThrow('The key in CONVERSATION_RESET_API_KEY is empty');
  });

  it.each<[unknown, string]>([
    [{}, 'verify needs baseUrl.'],
    [undefined, 'verify needs baseUrl.'],
    [{ baseUrl: 'http://chat.test/v3' }, 'permit it with allowHost chat.test.'],
    [{ baseUrl, url: baseUrl }, 'What is given to verify has no key "url"'],
    [{ baseUrl, only: [] }, 'only names no requirement; leave it out to judge all.'],
    [{ baseUrl, concurrency: 0 }, 'concurrency must be a whole number from 1 to 256, not 0.'],
    [{ baseUrl, seed: 0.5 }, 'seed must be a whole number, not 0.5.'],
    [{ baseUrl, driver: {} }, 'driver must be a function, not a map.'],
    [{ baseUrl, signal: 3 }, 'signal must be an AbortSignal, not 3.'],
    [{ baseUrl, existing: { users: ['alice'] } }, 'existing needs two different users at least'],
    [{ baseUrl, apiKey: '' }, 'The key in apiKey is empty; give one, or leave it out.'],
    [{ baseUrl, authOnlyKey: 'sécret' }, 'The key in authOnlyKey has characters that no header can carry'],
  ])('should be refused in one sentence: %j', async (options, sentence) => {
    const refused = verify(options as VerifyOptions);
    await expect(refused).rejects.toThrow(sentence);
    await expect(refused).rejects.not.toThrow(/sécret|\n/);
  });
});
