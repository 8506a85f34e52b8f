// The refusal of a name that another token of the same user has.
export const tokenNameTaken = 'user.personal_access_token_name_exists';
