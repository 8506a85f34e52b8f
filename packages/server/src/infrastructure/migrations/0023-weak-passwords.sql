-- How many people still have a password hash that is no protection, for the security page: few rows, or none.
create index users_weak_password on users (tenant_id)
  where password_encryption_method in ('MD5', 'SHA1', 'SHA256', 'Legacy');
