// Error code for a token name that is already in use.
export const tokenNameTaken = 'user.personal_access_token_name_exists';
