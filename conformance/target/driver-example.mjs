// An example of a driver module: `conversation-reset-conformance URL --driver ./conformance/target/driver-example.mjs`.
//
// The two resets themselves are always sent as the specification says. Everything that it does not show goes through a
// driver. This one is for an implementation that has a back door for tests instead of the nine calls of the service:
//
//   PUT    /testing/people/ann                    makes a person
//   PUT    /testing/groups/crew   ["ann","bob"]   makes a group of people
//   POST   /testing/letters       {"from":"ann","to":"bob","text":"hi"}, or "group":"crew" in place of "to"
//   GET    /testing/people/ann/inbox              {"entries":["person bob","group crew"]}, first shown first
//   GET    /testing/people/ann/inbox/person/bob   {"letters":["hi"]}, oldest first; 410 where there is no such entry
//   DELETE /testing/people/ann, /testing/groups/crew

/** @type {import('conversation-reset/conformance').DriverFactory} */
export default function driver({ request }) {
  /**
   * Resolves once the target has answered, and throws an Error with a sentence when it could not be done. `request` adds
   * the API key, keeps to the deadlines of the run, waits where the target asks for it, and sends again what reads and got
   * no answer.
   */
  async function call(method, path, body) {
    const reply = await request({ method, path: `/testing${path}`, body });
    if (reply.status === 410 || (reply.status >= 200 && reply.status < 300)) return reply;
    throw new Error(`${method} /testing${path} was answered with ${reply.status}`);
  }

  return {
    createUser: (uid) => call('PUT', `/people/${uid}`),
    createGroup: (guid, members) => call('PUT', `/groups/${guid}`, members),
    sendMessage: (from, { kind, id }, text) =>
      call('POST', '/letters', { from, [kind === 'group' ? 'group' : 'to']: id, text }),
    // The whole list: where a target shows it by pages, all of them.
    conversations: async (uid) => {
      const { json } = await call('GET', `/people/${uid}/inbox`);
      return json.entries.map((entry) => {
        const [kind, id] = entry.split(' ');
        return { kind: kind === 'group' ? 'group' : 'user', id };
      });
    },
    // What cannot be read any more is an empty view, not a failure.
    messages: async (uid, { kind, id }) => {
      const { status, json } = await call('GET', `/people/${uid}/inbox/${kind === 'group' ? 'group' : 'person'}/${id}`);
      return status === 410 ? [] : json.letters;
    },
    removeUser: (uid) => call('DELETE', `/people/${uid}`),
    removeGroup: (guid) => call('DELETE', `/groups/${guid}`),
  };
}
