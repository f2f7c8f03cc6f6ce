import { useCallback } from 'react'
import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { CallError, isUnauthorized, shouldRefetchAfter } from './errors'
import { proofAskedStore } from './proof'
import { invalidateAfterChange, invalidateAll } from './queryClient'
import { screenUser } from './storedSession'
import { showLastingToast, showToast } from './toasts'
import { useSingleFlightByKey } from './useSingleFlight'

/** A change that takes longer is shown as slow. */
export const SLOW_AFTER_MS = 5_000

/** @param what names the change if its surroundings do not */
export const slowText = (what?: string): string =>
  `Taking longer than usual${what === undefined ? '' : `: ${what}`}. You can wait: the result will appear here. If you leave, check whether the change was made before repeating it.`

export interface ApiMutation<Input, Output> {
  call: (input: Input) => Promise<Output>
  /** Calls with different keys run at the same time; without it one call runs at a time. */
  keyOf?: (input: Input) => number | string
  /** Patches the cached lists. */
  patch?: (client: QueryClient, output: Output, input: Input) => Promise<void>
  /** The queries to refetch after success, and after a failure that may have changed something; 'all' by default. */
  refetch?: QueryKey | 'all' | 'none'
  /** False if `patch` shows the whole result and the list is too long to be read again. */
  refetchAfterSuccess?: boolean
  /** The toast of a later outcome replaces an earlier one with this key. */
  toastKey?: string | ((input: Input) => string)
  /** The text of the toast for a slow change; null or absent if a dialog shows that. */
  slowToast?: (input: Input) => string | null
  successToast?: (output: Output, input: Input) => string
  onSuccess?: (output: Output, input: Input) => unknown
  errorToast?: (failure: unknown) => string
  /** Handles failures that need more than `errorToast` and `error`: form field errors, a toast with a key by input. */
  onError?: (failure: unknown, input: Input) => unknown
}

/**
 * Sends a change and updates cached data. Shows no error for a 401, which opens the sign-in, or for a change
 * whose proof the user declined. An answer for an earlier user is dropped. `run` ignores an input whose key
 * is still running, resolves after all callbacks and never rejects; it is stable as long as `keyOf` is.
 * `error` belongs to the last call.
 */
export function useApiMutation<Input, Output>(options: ApiMutation<Input, Output>) {
  const { call, keyOf, patch, refetch = 'all', refetchAfterSuccess = true } = options
  const client = useQueryClient()
  const keyOfToast = (input: Input) =>
    typeof options.toastKey === 'function' ? options.toastKey(input) : options.toastKey
  const showIfSlow = (input: Input): (() => void) => {
    const what = options.slowToast?.(input) ?? null
    if (what === null) return () => {}
    const sentBy = signedInUserId()
    let hide: (() => void) | undefined
    const showSlowToast = () => {
      if (signedInUserId() !== sentBy) return
      // a request for a proof is waiting for the user
      if (proofAskedStore.get()) timer = setTimeout(showSlowToast, SLOW_AFTER_MS)
      else hide = showLastingToast(slowText(what), keyOfToast(input))
    }
    let timer = setTimeout(showSlowToast, SLOW_AFTER_MS)
    return () => {
      clearTimeout(timer)
      hide?.()
    }
  }

  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: (input: Input) => call(input),
    onMutate: (input) => ({ sentBy: signedInUserId(), endWait: showIfSlow(input) }),
    onSuccess: async (output, input, { sentBy }) => {
      if (signedInUserId() !== sentBy) return
      // the change was made, even if a callback below fails
      const isPatched = await runSafely(() => patch?.(client, output, input))
      if (!isPatched) invalidateAll(client)
      else invalidateAfterChange(client, refetchAfterSuccess ? refetch : 'none')
      if (options.successToast) showToast(options.successToast(output, input), 'success', keyOfToast(input))
      await runSafely(() => options.onSuccess?.(output, input))
    },
    onError: async (failure, input, sent) => {
      if (isQuiet(failure) || signedInUserId() !== sent?.sentBy) return
      if (shouldRefetchAfter(failure)) invalidateAfterChange(client, refetch)
      if (options.errorToast) showToast(options.errorToast(failure), 'error', keyOfToast(input))
      await options.onError?.(failure, input)
    },
    // the toast with the outcome, if any, has replaced it
    onSettled: (_output, _failure, _input, sent) => sent?.endWait(),
  })

  const runSingle = useSingleFlightByKey()
  const run = useCallback(
    // `onError` has shown the failure
    (input: Input) => runSingle(keyOf?.(input), () => mutateAsync(input).catch(() => undefined)),
    [runSingle, keyOf, mutateAsync],
  )
  return { run, busy: isPending, error: isQuiet(error) ? null : error }
}

/** The user knows the reason: the sign-in opens by itself, or they cancelled the second-factor prompt. */
const isQuiet = (error: unknown): boolean =>
  isUnauthorized(error) || (error instanceof CallError && error.isProofDeclined === true)

/** A token cannot identify the user: it changes when they sign in again over an open form. */
const signedInUserId = (): number | undefined => screenUser()?.userId

/** Returns false if the action failed, which is logged. */
async function runSafely(action: () => unknown): Promise<boolean> {
  try {
    await action()
    return true
  } catch (error) {
    console.error('Fallo de la consola:', error)
    return false
  }
}

/** Browsers offer `randomUUID` on https and localhost only. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/**
 * Derives a change's key from its content: a change that is sent again keeps its key, so it is made only
 * once. After a success, call this again: the same content may then be a different change.
 */
export function createContentKeys(): (content: unknown) => string {
  const keys = new Map<string, string>()
  return (content) => {
    const text = JSON.stringify(content)
    const key = keys.get(text) ?? newKey()
    keys.set(text, key)
    return key
  }
}

/**
 * Empty without a version, because servers without versions may not allow these headers. `key` stays the same when a
 * change is sent again.
 */
export const versionHeaders = (version: string | null, key: string): Record<string, string> =>
  version === null ? {} : { 'If-Match': `"${version}"`, 'Idempotency-Key': key }

const STALE = [409, 412]

/**
 * The server made no change: the write was based on an older state (`current` is the present one), or a name or a
 * key is taken.
 */
export const isStale = (failure: unknown): failure is CallError =>
  failure instanceof CallError && STALE.includes(failure.status ?? 0)
