import { rspack, type Rspack } from '@rsbuild/core'

const { RuntimeGlobals, RuntimeModule } = rspack

/*
 * A second try of a remote asks for its entry with a query (`?r=1`). Its chunks must follow: under their
 * plain addresses the browser would answer from a cache that holds the altered file, or wait for the
 * request that hangs.
 */
class FreshChunks extends RuntimeModule {
  constructor() {
    super('console fresh chunks', RuntimeModule.STAGE_ATTACH)
  }

  override generate(): string {
    return `
      var own = document.currentScript;
      var query = own ? new URL(own.src).search : '';
      if (query) ['u', 'miniCssF'].forEach(function (key) {
        var nameOf = ${RuntimeGlobals.require}[key];
        if (nameOf) ${RuntimeGlobals.require}[key] = function (id) { return nameOf(id) + query; };
      });`
  }
}

/** Chunks take over the query that their container was loaded with. */
export class FreshChunksPlugin {
  apply(compiler: Rspack.Compiler): void {
    compiler.hooks.thisCompilation.tap('FreshChunksPlugin', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('FreshChunksPlugin', (chunk) => {
        compilation.addRuntimeModule(chunk, new FreshChunks())
      })
    })
  }
}
