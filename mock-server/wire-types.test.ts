import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startMockServer } from './start-mock-server.ts';
import {
  type Confirmation,
  type Conversation,
  type ErrorObject,
  errorCodes,
  type Group,
  type ListAnswer,
  type Message,
  type MessagesAnswer,
  type Pagination,
  type User,
} from './wire-types.ts';

// The types, held to openapi.yaml, to which openapi.test.ts holds every exchange. The compiler makes each table below
// name each field of its type, with whether it is always there.

type Fields<Type> = Readonly<{
  [Name in keyof Type]-?: Record<never, never> extends Pick<Type, Name> ? 'maybe' : 'always';
}>;

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
}

const [always, maybe] = ['always', 'maybe'] as const;
const user: Fields<User> = { uid: always, name: always, status: always, role: always, createdAt: always };
const group: Fields<Group> = {
  ...{ guid: always, name: always, type: always, owner: maybe },
  ...{ membersCount: always, conversationId: always, createdAt: always },
};
const message: Fields<Message> = {
  ...{ id: always, conversationId: always, sender: always, receiverType: always, receiver: always },
  ...{ category: always, type: always, data: always, sentAt: always, updatedAt: always },
};
const conversation: Fields<Conversation> = {
  ...{ conversationId: always, conversationType: always, conversationWith: always },
  ...{ unreadMessageCount: always, lastMessage: maybe, createdAt: always, updatedAt: always },
};
const errorObject: Fields<ErrorObject> = {
  ...{ message: always, devMessage: always, source: always, code: always, details: maybe },
};
const pagination: Fields<Pagination> = {
  ...{ total: always, count: always, per_page: always, current_page: always, total_pages: always },
};
const confirmation: Fields<Confirmation> = { success: always, message: always };
const list: Fields<ListAnswer> = { data: always, meta: always };
const messages: Fields<MessagesAnswer> = { data: always, meta: always };

await using mock = await startMockServer({ listen: false });
const text = await (await mock.handle(new Request('http://mock.test/openapi.yaml'))).text();
const validator = new Validator();
await validator.validate(parse(text));
const document = validator.resolveRefs() as Readonly<Record<string, unknown>>;

const schemaAt = (...path: readonly string[]): Schema =>
  path.reduce<unknown>((inner, key) => (inner as Readonly<Record<string, unknown>>)[key], document) as Schema;
const answerOf = (...path: readonly string[]): Schema =>
  schemaAt(...path, 'responses', '200', 'content', 'application/json', 'schema');
const page = answerOf('paths', '/conversations', 'get');

describe('the wire types', () => {
  it.each<[string, Readonly<Record<string, string>>, Schema | undefined]>([
    ['User', user, schemaAt('components', 'schemas', 'User')],
    ['Group', group, schemaAt('components', 'schemas', 'Group')],
    ['Message', message, schemaAt('components', 'schemas', 'Message')],
    ['Conversation', conversation, schemaAt('components', 'schemas', 'Conversation')],
    ['ErrorObject', errorObject, schemaAt('components', 'schemas', 'ErrorObject')],
    ['ListAnswer', list, page],
    ['Pagination', pagination, page.properties?.['meta']?.properties?.['pagination']],
    ['MessagesAnswer', messages, answerOf('paths', '/users/{uid}/messages', 'get')],
    ['Confirmation', confirmation, answerOf('paths', '/users/{uid}/conversation', 'delete').properties?.['data']],
  ])('should have the fields that openapi.yaml has: %s', (_, fields, schema) => {
    const described = Object.keys(schema?.properties ?? {}).map((name) => [
      name,
      schema?.required?.includes(name) ? always : maybe,
    ]);
    expect(Object.fromEntries(described)).toEqual(fields);
  });

  it('should have the codes that openapi.yaml has', () => {
    const { properties } = schemaAt('components', 'schemas', 'ErrorObject');
    expect(properties?.['code']?.enum).toEqual(errorCodes);
  });
});
