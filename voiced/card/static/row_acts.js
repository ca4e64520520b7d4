/** What can be done to rows of the ledger: amended, undone and restored, with the sentences about it. */

import * as api from "./api.js";
import { edit } from "./editor.js";
import { askUndo, showRevisions } from "./history.js";

/** @import { Banners } from "./banners.js" */
/** @import { Row, Vocabulary } from "./contract" */
/** @import { Act } from "./history.js" */
/** @import { Page } from "./page.js" */
/** @import { Word } from "./words.js" */

export class RowActs {
  /** @type {Vocabulary} */ vocabulary = { categories: [], accounts: [] };

  /**
   * @param {Page} page
   * @param {Banners} banners
   */
  constructor(page, banners) {
    this.page = page;
    this.banners = banners;
  }

  /**
   * Whatever the daemon refuses is told, and what is shown stays.
   *
   * @param {() => Promise<void>} task
   */
  async attempt(task) {
    try {
      await task();
    } catch (problem) {
      if (!(problem instanceof api.Refusal)) throw problem;
      this.banners.refused(this.page.say, problem);
    }
  }

  /**
   * Undo what was written together; it can be restored at once.
   *
   * @param {string} batchId
   */
  undoBatch(batchId) {
    return this.attempt(async () => this.#tellUndone((await api.undoBatch(batchId)).rows.length, () => api.restoreBatch(batchId)));
  }

  /**
   * @param {Act} what
   * @param {Row} row
   */
  do(what, row) {
    const acts = {
      amend: async () => this.#amend(row),
      revisions: async () => showRevisions(row, (await api.revisions(row.id)).revisions, this.page.say),
      restore: () => this.#change(() => api.restore(row.id), "restored_one"),
      undo: () => this.#undo(row),
    };
    void this.attempt(acts[what]);
  }

  /** @param {Row} row */
  #amend(row) {
    const { say } = this.page;
    edit(row, { title: say("edit_saved"), known: this.vocabulary, say }, async (change) => {
      try {
        await this.#change(() => api.amend(row.id, change), "changed");
        return null;
      } catch (problem) {
        if (problem instanceof api.Refusal) return problem.word;
        throw problem;
      }
    });
  }

  /** @param {Row} row */
  async #undo(row) {
    const together = (await api.batch(row.batchId)).rows;
    askUndo(row, together, this.page.say, {
      one: () => void this.attempt(async () => this.#tellUndone((await api.undo(row.id)).rows.length, () => api.restore(row.id))),
      all: () => void this.undoBatch(row.batchId),
    });
  }

  /**
   * The page hears of the change from the daemon, as every other page does.
   *
   * @param {() => Promise<unknown>} task
   * @param {Word} word
   */
  async #change(task, word) {
    await task();
    this.banners.note(this.page.say(word));
  }

  /**
   * @param {number} count
   * @param {() => Promise<{rows: Row[]}>} restore brings all of them back
   */
  #tellUndone(count, restore) {
    const { say } = this.page;
    const back = async () => this.banners.note(say("restored", (await restore()).rows.length));
    this.banners.note(say("undone", count), { word: say("restore"), press: () => void this.attempt(back) });
  }
}
