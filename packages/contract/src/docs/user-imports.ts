// Documents imports and exports of users, and the files that users and administrators upload.
import type { userAssets } from '../user-assets.ts';
import type { userExports, userImports } from '../user-imports.ts';
import type { ResourceDoc } from './document.ts';

export const userImportsDoc: ResourceDoc<typeof userImports> = {
  title: 'User imports',
  about: 'Imports of users from CSV, JSON or NDJSON files, processed in the background.',
  operations: {
    list: { summary: 'Returns a page of user imports, newest first.' },
    create: {
      summary: 'Uploads a user file and starts the check or import.',
      description:
        'Send the file as the request body, with its format as `Content-Type`. To continue after an interruption, upload it in parts instead.',
      errors: [
        'request.payload_too_large',
        'user_import.limit_reached',
        'user_import.empty',
        'entity.not_exists_with_id',
      ],
    },
    openUpload: {
      summary: 'Reserves space for a user file that is uploaded in parts.',
      description: 'Unfinished uploads are deleted after a day.',
      errors: ['user_import.limit_reached'],
    },
    uploadPart: {
      summary: 'Uploads the next part of a user file. The check or import starts with the last one.',
      description:
        'Send any number of bytes from `receivedSize` on, and continue at the `receivedSize` of the response. After an interruption, read the import to see where to continue.',
      errors: [
        'request.payload_too_large',
        'entity.not_exists_with_id',
        'user_import.wrong_status',
        'user_import.wrong_offset',
      ],
    },
    get: { summary: 'Returns a user import with its progress.', errors: ['entity.not_exists_with_id'] },
    listProblems: {
      summary: 'Returns a page of the rows that were not imported, in the order of the file.',
      errors: ['entity.not_exists_with_id'],
    },
    report: { summary: 'Downloads the problems of an import as CSV.', errors: ['entity.not_exists_with_id'] },
    check: {
      summary: 'Repeats a dry run, for example with another mapping.',
      errors: ['entity.not_exists_with_id', 'user_import.wrong_status'],
    },
    start: {
      summary: 'Imports the users of a dry run.',
      errors: ['entity.not_exists_with_id', 'user_import.wrong_status', 'user_import.conflicts'],
    },
    cancel: {
      summary: 'Cancels a user import. Users already created or updated are kept.',
      errors: ['entity.not_exists_with_id', 'user_import.wrong_status'],
    },
    remove: {
      summary: 'Deletes a user import and its report.',
      errors: ['entity.not_exists_with_id', 'user_import.wrong_status'],
    },
  },
  fields: {
    id: { text: 'ID of the import.', example: 'm4k9d2v7x1qs' },
    importId: { text: 'ID of the import.', example: 'm4k9d2v7x1qs' },
    fileName: { text: 'Name of the file.', example: 'users.csv' },
    format: 'Format of the file.',
    isDryRun: { text: 'Whether the file is only checked.', example: false },
    dryRun: { text: 'Whether to only check the file. Default: `false`.', example: 'true' },
    onConflict: 'Whether existing users are skipped, updated or fail the import. Default: `skip`.',
    mapping: {
      text: 'Field of each column, or `null` to ignore it. Columns named like a field need none.',
      example: { 'E-mail': 'primaryEmail', Notes: null },
    },
    'create.query.mapping': {
      text: 'Field of each column as JSON, or `null` to ignore it. Columns named like a field need none.',
      example: '{"E-mail":"primaryEmail","Notes":null}',
    },
    columns: {
      text: 'Column names of a CSV file, once its first row has been read.',
      example: ['username', 'E-mail', 'Notes'],
    },
    status: { text: 'State of the import.', example: 'finished' },
    size: { text: 'Size of the file, in bytes.', example: 51200 },
    receivedSize: { text: 'Number of bytes uploaded so far.', example: 51200 },
    offset: { text: 'Position of the part in the file, in bytes; must be `receivedSize`. Default: 0.', example: 0 },
    hasFile: { text: 'Whether the uploaded file is still stored.', example: false },
    processedSize: { text: 'Number of bytes processed so far.', example: 51200 },
    rowCount: { text: 'Number of rows processed so far.', example: 120 },
    createdCount: { text: 'Number of users created, or in a dry run, number that would be.', example: 117 },
    updatedCount: {
      text: 'Number of existing users updated, or in a dry run, number that `update` would update.',
      example: 0,
    },
    conflictCount: {
      text: 'Number of rows not imported because their user exists, or because another row or user has their identifiers.',
      example: 2,
    },
    invalidCount: { text: 'Number of rows that are invalid.', example: 1 },
    problem: "Reason the import failed; `null` if it didn't.",
    code: { text: 'Error code.', example: 'user.email_already_in_use' },
    message: { text: 'Error message in the language of the request.', example: 'That email is already in use.' },
    'problem.details': { text: 'Problem details.', example: null },
    'problem.rowNumber': { text: 'Row the problem was found in; `null` if not known.', example: null },
    column: { text: 'Column the problem was found in; `null` if not known.', example: null },
    finishedAt: { text: 'Time the import ended, in milliseconds since the Unix epoch.', example: 1767225660000 },
    rowNumber: { text: 'Number of the row. The first row below the column names is 2.', example: 17 },
    field: { text: 'Invalid field; empty if the entire row is invalid.', example: 'primaryEmail' },
    identifier: { text: 'Username, email address or phone number in the row.', example: 'jane@example.com' },
  },
};

export const userExportsDoc: ResourceDoc<typeof userExports> = {
  title: 'User exports',
  about: 'Downloads of all users.',
  operations: { download: { summary: 'Downloads all users as CSV or NDJSON, without password hashes.' } },
  fields: { format: 'Format of the file. Default: `csv`.' },
};

export const userAssetsDoc: ResourceDoc<typeof userAssets> = {
  title: 'Uploaded files',
  about: 'Images for branding and avatars.',
  operations: {
    status: { summary: 'Returns whether uploads are available, and their limits.' },
    upload: {
      summary: 'Uploads a file and returns its URL.',
      errors: [
        'storage.quota_exceeded',
        'guard.file_size_exceeded',
        'guard.mime_type_not_allowed',
        'storage.upload_error',
      ],
    },
    list: { summary: 'Returns a page of uploaded files, newest first.' },
    remove: { summary: 'Deletes an uploaded file.', errors: ['entity.not_exists_with_id'] },
  },
  fields: {
    id: { text: 'ID of the file.', example: 'g2n6c8y0z4lp' },
    status: 'Whether uploads are available.',
    url: { text: 'URL of the file.', example: 'https://auth.example.com/api/assets/default/logo.png' },
    name: { text: 'Name of the file.', example: 'logo.png' },
    mimeType: { text: 'MIME type of the file.', example: 'image/png' },
    size: { text: 'Size of the file, in bytes.', example: 48213 },
  },
};
