import { useMemo } from 'react'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import {
  isUnauthorized,
  LIST_STALE_AFTER_MS,
  machinesQuery,
  messageOf,
  RetryAlert,
  usableList,
} from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { MachineLinks, PanelSection } from '@console/shared-kernel/panel'
import { isEndUser } from '@console/shared-kernel/rules'
import { isMachineOf } from '../model'

/** The machines that a Client or Player owns. Those of users below are behind the related links. */
export function UserMachines({ user }: { user: User }) {
  return isEndUser(user.level) && user.machineCount > 0 && <OwnMachines user={user} />
}

function OwnMachines({ user }: { user: User }) {
  const query = useQuery({ ...machinesQuery, staleTime: LIST_STALE_AFTER_MS })
  const { error, isFetching, refetch } = query
  const list = usableList(query)
  const machines = useMemo(() => list?.rows.filter((machine) => isMachineOf(machine, user)), [list, user])
  const isComplete = machines !== undefined && !list?.arriving
  const hasFailed = !isComplete && error !== null && !isUnauthorized(error)
  return (
    <PanelSection title="Machines" busy={!isComplete && !hasFailed}>
      {hasFailed ? (
        <RetryAlert
          message={`Error loading machines: ${messageOf(error, 'Unknown error')}`}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : !isComplete ? (
        <Skeleton variant="rounded" height={24} />
      ) : machines.length > 0 ? (
        <MachineLinks
          machines={machines}
          all={{ label: `All machines of ${user.userName}`, to: `/machines?branch=${user.userId}` }}
        />
      ) : (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          None of its own.
        </Typography>
      )}
    </PanelSection>
  )
}
