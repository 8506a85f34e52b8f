// Runs with every API test file and stops the servers that the file used.
import { afterAll } from 'vitest';
import { stopUsedServers } from './server.ts';

afterAll(stopUsedServers);
