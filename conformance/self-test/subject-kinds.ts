/** The first and the second catalogue of broken servers, the two sets of correct ones, and what stands beside them. */
export const subjectKinds = ['first', 'second', 'permitted', 'second-permitted', 'slow', 'control'] as const;
export type SubjectKind = (typeof subjectKinds)[number];
