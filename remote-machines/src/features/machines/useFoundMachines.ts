import { useCallback, useMemo, useState } from 'react'
import { useQuery, type RefetchOptions } from '@tanstack/react-query'
import {
  attentionQuery,
  isUnauthorized,
  machinesQuery,
  messageOf,
  usableList,
  useFeature,
  useFilteredList,
  usersQuery,
} from '@console/shared-kernel/core'
import type { Machine, User } from '@console/shared-kernel/contracts'
import { blockedOwners } from '@console/shared-kernel/domain'
import { useRefresh, useViewState } from '@console/shared-kernel/table'
import { asksForAttention, filterOf, MACHINE_FILTERS, MACHINES_VIEW, offersFilters } from './filters'
import { statusesOf } from './model'
import { useMachines } from './useMachines'

const NO_MACHINES: readonly Machine[] = []

/** The viewer's machines, and the result of the filters, search and sort order in the address. */
export function useFoundMachines(viewer: User) {
  const [address, set] = useViewState(MACHINES_VIEW)
  const { search, sort, branch } = address
  const machines = useMachines()
  const { list, isPending } = machines
  const all = list?.rows ?? NO_MACHINES
  const arriving = isPending || list?.arriving === true

  // some servers' machines lack the owner's block state, so users are read after the machines to supply it
  const hasOwnerBlockState = useMemo(() => !all.some(({ ownerBlocked }) => ownerBlocked === null), [all])
  const readsOwners = !arriving && !hasOwnerBlockState
  const needsOwners = readsOwners || (branch !== null && offersFilters(viewer))
  const ownerList = useOwners(viewer, needsOwners)
  const { owners, refetch: refetchOwners } = ownerList
  const { refetch: refetchMachines } = machines
  const attention = useAttention()
  const { isOffered: offersAttention, refetch: refetchAttention } = attention
  const refetch = useCallback(
    (how: RefetchOptions) =>
      Promise.all([
        refetchMachines(how),
        ...(readsOwners ? [refetchOwners(how)] : []),
        ...(offersAttention ? [refetchAttention(how)] : []),
      ]),
    [refetchMachines, readsOwners, refetchOwners, offersAttention, refetchAttention],
  )
  const refresh = useRefresh({
    queryKey: machinesQuery.queryKey,
    updatedAt: machines.updatedAt,
    isFetching: machines.isFetching || (readsOwners && ownerList.isFetching),
    ready: list !== undefined && !arriving,
    refetch,
  })
  const statuses = useMemo(() => (arriving ? null : statusesOf(all)), [all, arriving])
  const known = useMemo(
    () => ({ viewer, offersAttention, statuses, users: owners?.rows ?? null }),
    [viewer, offersAttention, statuses, owners],
  )
  const isOwnerBlocked = useMemo(() => {
    const isBlocked = hasOwnerBlockState || !owners ? () => false : blockedOwners(owners.rows)
    return (machine: Machine) => machine.ownerBlocked ?? isBlocked(machine)
  }, [hasOwnerBlockState, owners])

  const found = useFilteredList({
    list,
    arriving,
    table: MACHINE_FILTERS,
    address,
    known,
    viewOf: (filters) => {
      const loaded = { users: owners ?? null, hasOwnerBlockState, attention: attention.ids }
      const filter = filterOf(filters, loaded)
      const namesUsers = filter?.ownerFrom || filter?.ownerBlocked?.users
      return filter && { view: { sort, search, filter }, users: namesUsers ? owners : undefined }
    },
  })
  const ownersFailed = !found.isReady && ownerList.failure !== null
  const attentionFailed = !found.isReady && asksForAttention(found.filters) && attention.failure !== null
  return {
    ...found,
    address,
    set,
    machines,
    refresh,
    all,
    arriving,
    ownerList,
    /** Whether the filters need the users, but these could not be loaded. */
    ownersFailed,
    isOwnerBlocked,
    attention,
    /** Whether the filters need the findings, but these could not be loaded. */
    attentionFailed,
    statuses,
    isLoading: found.isLoading && !ownersFailed && !attentionFailed,
    isExportable: !arriving && found.isReady,
  }
}

export type FoundMachines = ReturnType<typeof useFoundMachines>

/**
 * The users above the machines. The list may be long, so it is loaded on demand.
 *
 * @param needed if true, loads immediately
 */
function useOwners(viewer: User, needed: boolean) {
  const [isRequested, setIsRequested] = useState(false)
  const query = useQuery({ ...usersQuery(viewer), enabled: needed || isRequested })
  const list = usableList(query)
  const { error, isFetching, refetch } = query
  return {
    /** Undefined until complete. */
    owners: list?.arriving ? undefined : list,
    load: useCallback(() => setIsRequested(true), []),
    failure:
      error && !isUnauthorized(error) && !list
        ? `Error loading users: ${messageOf(error, 'Unknown error')}`
        : null,
    isFetching,
    refetch,
  }
}

/** Which machines need attention, if the server reports it. Refetched with the machine list and on events. */
function useAttention() {
  const isOffered = useFeature('attention') !== undefined
  const { data, error, isFetching, refetch } = useQuery({ ...attentionQuery, enabled: isOffered })
  const ids = data?.machineIds
  const known = useMemo(() => new Set(ids), [ids])
  const hasFailed = error !== null && !isUnauthorized(error)
  return {
    isOffered,
    /** Undefined until loaded. */
    ids,
    needsAttention: useCallback(({ id }: Machine) => known.has(id), [known]),
    failure: hasFailed ? `Error loading what needs attention: ${messageOf(error, 'Unknown error')}` : null,
    isFetching,
    refetch,
  }
}
