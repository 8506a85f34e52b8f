// Error code for a name that is already in use.
import { ApiProblem } from '../../app/problem.ts';

export const nameTaken = 'entity.unique_integrity_violation';

export const isNameTaken = (error: unknown) => error instanceof ApiProblem && error.code === nameTaken;
