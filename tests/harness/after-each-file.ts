// Runs with every file of API tests: the servers it used end with it, wherever in the file they were started.
import { afterAll } from 'vitest';
import { stopUsedServers } from './server.ts';

afterAll(stopUsedServers);
