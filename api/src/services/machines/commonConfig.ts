import { sql } from 'kysely'
import { DEFAULT_MACHINE_CONFIG, type CommonConfigResponse } from '@console/shared-kernel/schemas'
import type { Db } from '../../db/schema'

const { version: _, ...DEFAULTS } = DEFAULT_MACHINE_CONFIG

/**
 * Finds the most common value of each field among the owner's other machines, unless several values tie.
 * Lists of games are equal in any order.
 */
export async function readCommonConfig(trx: Db, machineId: string): Promise<CommonConfigResponse> {
  const { rows } = await sql<CommonConfigResponse>`
    with others as (
      select ${JSON.stringify(DEFAULTS)}::jsonb || o.config
        || jsonb_build_object('serviceMode', o.service_mode) as config
      from machines m join machines o on o.owner_id = m.owner_id and o.id <> m.id and o.retired_at is null
      where m.id = ${machineId}
    ), counted as (
      select field.name, wire.value, count(*)::int as machines
      from others cross join lateral jsonb_each(config) as field (name, value)
        cross join lateral (
          select case field.name when 'listaJuegos' then to_jsonb((
            select coalesce(jsonb_agg(distinct game order by game), '[]')::text
            from jsonb_array_elements((field.value #>> '{}')::jsonb) game
          )) else field.value end as value
        ) wire
      group by field.name, wire.value
    ), ranked as (
      select *, row_number() over most as place, lead(machines) over most as next_machines
      from counted window most as (partition by name order by machines desc)
    )
    select (select count(*)::int from others) as machines, coalesce((
      select json_object_agg(name, json_build_object('value', value, 'machines', machines))
      from ranked where place = 1 and (next_machines is null or next_machines < machines)
    ), '{}') as fields`.execute(trx)
  return rows[0]!
}
