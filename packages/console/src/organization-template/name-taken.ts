// Names in the template are unique; a second one is refused with this code.
import { ApiProblem } from '../app/problem.ts';

export const nameTaken = 'entity.unique_integrity_violation';

export const isNameTaken = (error: unknown) => error instanceof ApiProblem && error.code === nameTaken;
