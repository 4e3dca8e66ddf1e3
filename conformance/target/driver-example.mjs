// An example of a driver module: `conversation-reset-conformance URL --driver ./conformance/target/driver-example.mjs`.
//
// The two resets themselves are always sent as the specification says. Everything that it does not show - making people
// and groups, writing messages, looking at lists and messages - goes through a driver. This one is for an
// implementation that has a back door for tests instead of the nine calls of the service:
//
//   PUT    /testing/people/ann                    makes a person
//   PUT    /testing/groups/crew   ["ann","bob"]   makes a group of people
//   POST   /testing/letters       {"from":"ann","to":"bob","text":"hi"}, or "group":"crew" in place of "to"
//   GET    /testing/people/ann/inbox              {"entries":["person bob","group crew"]}, first shown first
//   GET    /testing/people/ann/inbox/person/bob   {"letters":["hi"]}, oldest first; 410 where there is no such entry
//   DELETE /testing/people/ann, /testing/groups/crew
//
// Every call resolves once the target has answered, and throws an Error with a sentence when it could not be done.

/** @type {import('conversation-reset/conformance').DriverFactory} */
export default function driver({ request }) {
  /**
   * `request` adds the API key, keeps to the deadlines of the run, waits where the target asks for it, and sends again
   * what got no answer. Paths are below the address of the target.
   *
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {readonly number[]} [alsoAccepted]
   */
  async function call(method, path, body, alsoAccepted = []) {
    const reply = await request({ method, path: `/testing${path}`, ...(body === undefined ? {} : { body }) });
    const isAccepted = (reply.status >= 200 && reply.status < 300) || alsoAccepted.includes(reply.status);
    if (!isAccepted) throw new Error(`${method} /testing${path} was answered with ${reply.status}`);
    return reply;
  }

  const kindHere = { user: 'person', group: 'group' };

  return {
    createUser: async (uid) => {
      await call('PUT', `/people/${uid}`);
    },
    createGroup: async (guid, members) => {
      await call('PUT', `/groups/${guid}`, members);
    },
    sendMessage: async (from, to, text) => {
      await call('POST', '/letters', { from, [to.kind === 'group' ? 'group' : 'to']: to.id, text });
    },
    // The whole list: where a target shows it by pages, all of them.
    conversations: async (uid) => {
      const { json } = await call('GET', `/people/${uid}/inbox`);
      return json.entries.map((entry) => {
        const [kind, id] = entry.split(' ');
        return { kind: kind === 'group' ? 'group' : 'user', id };
      });
    },
    // What cannot be read any more is an empty view, not a failure.
    messages: async (uid, conversation) => {
      const path = `/people/${uid}/inbox/${kindHere[conversation.kind]}/${conversation.id}`;
      const { status, json } = await call('GET', path, undefined, [410]);
      return status === 410 ? [] : json.letters;
    },
    removeUser: async (uid) => {
      await call('DELETE', `/people/${uid}`);
    },
    removeGroup: async (guid) => {
      await call('DELETE', `/groups/${guid}`);
    },
  };
}
