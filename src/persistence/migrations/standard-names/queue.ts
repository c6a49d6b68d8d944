/**
 * Renames the schema of pg-boss, if there is one, with the undelivered changes in it. The functions and deferred commands of pg-boss
 * contain the name of their schema as text.
 */
export const queueStatements = (): string[] => [
  `do $$
  declare
    definition text;
  begin
    if to_regnamespace('calendar_changes') is null then return; end if;
    alter schema calendar_changes rename to calendar_queue;
    for definition in
      select pg_get_functiondef(oid) from pg_proc where pronamespace = 'calendar_queue'::regnamespace and prokind in ('f', 'p')
    loop
      execute replace(definition, 'calendar_changes.', 'calendar_queue.');
    end loop;
    update calendar_queue.bam set command = replace(command, 'calendar_changes.', 'calendar_queue.');
  end $$`,
];
