/** What can be done to rows of the ledger: amended, undone and restored, with the sentences about it. */

import * as api from "./api.js";
import { askUndo, showRevisions, titleOf } from "./history.js";

/** @import { Banners } from "./banners.js" */
/** @import { FileImport, Row, Vocabulary } from "./contract" */
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
   * What is in the way of a task of a dialog, which stays open with it; null where it is done.
   *
   * @param {() => Promise<void>} task
   * @returns {Promise<Word | null>}
   */
  async problemOf(task) {
    try {
      await task();
      return null;
    } catch (problem) {
      if (problem instanceof api.Refusal) return problem.word;
      throw problem;
    }
  }

  /**
   * Undo what was written together; it can be restored at once.
   *
   * @param {string} batchId
   */
  undoBatch(batchId) {
    return this.#undoing(() => api.undoBatch(batchId), null, () => api.restoreBatch(batchId));
  }

  /**
   * Say what came of a file; its rows and its opening balances are undone and restored together.
   *
   * @param {FileImport} taken
   */
  tellTaken({ count, batchId, openings }) {
    const { say } = this.page;
    const accounts = openings.map(({ account }) => account).join("、");
    /** @param {boolean} isBack */
    const turn = (isBack) => Promise.all(openings.map(({ account, amount, day }) => api.setOpening(account, isBack ? amount : null, day)));
    /** @param {{count: number}} done @param {boolean} isBack */
    const also = async (done, isBack) => (await turn(isBack), done);
    const undo = count
      ? () => this.#undoing(
          () => api.undoBatch(batchId).then((done) => also(done, false)),
          null,
          () => api.restoreBatch(batchId).then((done) => also(done, true)),
        )
      : () => this.attempt(() => this.#change(() => turn(false), say("opening_forgotten", accounts)));
    const told = count ? say("taken_in", count) : say("opening_kept", accounts);
    this.banners.note(told, { word: say("undo"), press: () => void undo() });
  }

  /**
   * @param {Act} what
   * @param {Row} row
   */
  do(what, row) {
    const acts = {
      amend: () => this.#amend(row),
      revisions: async () => showRevisions(row, (await api.revisions(row.id)).revisions, this.page.say),
      restore: () => this.#restore(row),
      undo: () => this.#undo(row),
    };
    void this.attempt(acts[what]);
  }

  /** @param {Row} row */
  async #amend(row) {
    const { say } = this.page;
    const { edit } = await import("./editor.js");
    edit(row, { title: say("edit_saved"), known: this.vocabulary, say }, (change) =>
      this.problemOf(() => this.#change(() => api.amend(row.id, change), say("changed"))),
    );
  }

  /**
   * Undo this row alone without a question; it can be restored at once.
   *
   * @param {Row} row
   */
  takeOut(row) {
    return this.#undoing(() => api.undo(row.id), row, () => api.restore(row.id));
  }

  /** @param {Row} row */
  async #restore(row) {
    const { say } = this.page;
    await this.banners.during(say("restoring"), api.restore(row.id));
    this.banners.note(say("restored_one", titleOf(row)), { word: say("undo"), press: () => void this.takeOut(row) });
  }

  /** @param {Row} row */
  async #undo(row) {
    askUndo(row, await this.banners.during(this.page.say("working"), api.batch(row.batchId)), this.page.say, {
      one: () => void this.takeOut(row),
      all: () => void this.undoBatch(row.batchId),
    });
  }

  /**
   * The page hears of the change from the daemon, as every other page does.
   *
   * @param {() => Promise<unknown>} task
   * @param {string} sentence
   */
  async #change(task, sentence) {
    await task();
    this.banners.note(sentence);
  }

  /**
   * Undo rows, with a sign of work where it takes a while. Each undo keeps its own offer to restore them.
   *
   * @param {() => Promise<{count: number}>} undo
   * @param {Row | null} row the only one
   * @param {() => Promise<{count: number}>} restore brings all of them back
   */
  #undoing(undo, row, restore) {
    const { say } = this.page;
    const back = async () => {
      const { count } = await this.banners.during(say("restoring"), restore());
      this.banners.note(row ? say("restored_one", titleOf(row)) : say("restored", count));
    };
    return this.attempt(async () => {
      const { count } = await this.banners.during(say("undoing"), undo());
      const told = row ? say("undone_one", titleOf(row)) : say("undone", count);
      this.banners.note(told, { word: say("restore"), press: () => void this.attempt(back) });
    });
  }
}
