from voiced.adapters.voice.silent_voice import SilentVoice


async def test_every_sentence_is_no_sound() -> None:
    voice = SilentVoice()
    assert (await voice.synthesize("记录支出六十元，餐饮，确认吗？")).seconds == 0
    await voice.close()
