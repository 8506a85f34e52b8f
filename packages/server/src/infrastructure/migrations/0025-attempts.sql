-- An attempt is counted when it begins: its row says 'Failed' and 'Undecided' until it is settled, so that no more
-- attempts run at once than are left. Both functions take the same lock, which all nodes share.

create function attempts_lock(p_target_hash text, p_family text[]) returns void language sql as $$
  select pg_advisory_xact_lock(
    hashtextextended('attempts/' || current_setting('tessera.tenant') || '/' || p_target_hash || '/' || p_family[1], 0)
  )
$$;

-- The end of the lockout of a target, if there is one.
create function attempts_locked_until(p_target_type text, p_target_hash text, p_family text[], p_now timestamptz)
returns timestamptz language sql stable as $$
  select max(decision_expires_at) from sentinel_activities
  where target_type = p_target_type and target_hash = p_target_hash and action = any (p_family)
    and decision = 'Blocked' and decision_expires_at > p_now
$$;

-- Within an hour: failed attempts, and those under way. An attempt whose server died counts as failed after a minute.
create function count_attempts(
  p_target_type text, p_target_hash text, p_family text[], p_now timestamptz, out failed bigint, out running bigint
) language sql stable as $$
  select count(*) filter (where not is_running), count(*) filter (where is_running) from (
    select decision = 'Undecided' and created_at > p_now - interval '1 minute' as is_running
    from sentinel_activities
    where target_type = p_target_type and target_hash = p_target_hash and action = any (p_family)
      and action_result = 'Failed' and decision <> 'Blocked' and created_at > p_now - interval '1 hour'
  ) as attempts
$$;

-- Begins an attempt and returns null, or returns until when the target is locked.
create function open_attempt(
  p_id text, p_target_type text, p_target_hash text, p_action text, p_family text[],
  p_max_attempts int, p_lockout interval, p_now timestamptz
) returns timestamptz language plpgsql as $$
declare
  locked_until timestamptz;
  failed bigint;
  running bigint;
begin
  perform attempts_lock(p_target_hash, p_family);
  locked_until := attempts_locked_until(p_target_type, p_target_hash, p_family, p_now);
  if locked_until is not null then return locked_until; end if;
  select * into failed, running from count_attempts(p_target_type, p_target_hash, p_family, p_now);
  -- One attempt at a time stays possible after a lockout has ended within the hour.
  if running + least(failed, p_max_attempts - 1) >= p_max_attempts then return p_now + p_lockout; end if;
  insert into sentinel_activities
    (id, target_type, target_hash, action, action_result, decision, decision_expires_at, created_at)
  values (p_id, p_target_type, p_target_hash, p_action, 'Failed', 'Undecided', p_now, p_now);
  return null;
end
$$;

-- Ends an attempt. Returns until when the target is locked, by this failure or since the attempt began.
create function settle_attempt(
  p_id text, p_target_type text, p_target_hash text, p_succeeded boolean, p_family text[],
  p_max_attempts int, p_lockout interval, p_now timestamptz
) returns timestamptz language plpgsql as $$
declare
  locked_until timestamptz;
  failed bigint;
begin
  perform attempts_lock(p_target_hash, p_family);
  locked_until := attempts_locked_until(p_target_type, p_target_hash, p_family, p_now);
  if locked_until is null and not p_succeeded then
    select count_attempts.failed into failed from count_attempts(p_target_type, p_target_hash, p_family, p_now);
    if failed + 1 >= p_max_attempts then locked_until := p_now + p_lockout; end if;
  end if;
  update sentinel_activities set
    action_result = case when p_succeeded and locked_until is null then 'Success' else 'Failed' end,
    decision = case when locked_until is null then 'Allowed' else 'Blocked' end,
    decision_expires_at = coalesce(locked_until, p_now)
  where id = p_id;
  return locked_until;
end
$$;
