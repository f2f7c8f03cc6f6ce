/**
 * Gives up code that is still on its way, as if its server had failed: whoever waits for it is told, and
 * whoever asks again does not join a request that hangs. The scripts are those that a build's own runtime
 * has put into the page; it takes each away once it has arrived or failed.
 *
 * @param build the unique name of the build whose code it is; all builds in the page where it is absent
 */
export function giveUpPendingCode(build?: string): void {
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-rspack]')) {
    if (build === undefined || script.dataset['rspack']!.startsWith(`${build}:`)) {
      script.dispatchEvent(new Event('error'))
    }
  }
}
