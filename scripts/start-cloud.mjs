// Starts the server as the cloud edition.
process.env.EDITION = 'cloud';
await import('../packages/server/dist/server.js');
