import fc from 'fast-check';

/** A mutant that is killed need not be reported with the smallest example. */
const endOnFailure = process.env['STRYKER_MUTATOR_WORKER'] !== undefined;

/** Every run draws the same values, so that a red build is red again; PROPERTY_SEED asks for others. */
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20_240_601), numRuns: 100, endOnFailure });
