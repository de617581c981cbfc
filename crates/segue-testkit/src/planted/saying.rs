//! What people say around a secret: in English, in other scripts, with signs on both sides.

use super::dress;
use super::kinds::{Sample, Stands};
use super::talk;
use crate::large::Dice;

/// Says a secret in words, or as lines below words.
pub fn say(dice: &mut Dice, lead: &str, sample: &Sample, written: &str) -> String {
    match sample.stands {
        Stands::Alone | Stands::Named => format!("{lead} {}.", dress::said(dice, sample)),
        Stands::Lines if written.contains('\n') => {
            format!("{lead} This is in {}:\n{written}\n", sample.at)
        }
        Stands::Lines => format!("{lead} {written}"),
        Stands::Command => format!("{lead} I ran `{written}` and it hangs."),
    }
}

/// Says a secret right beside Chinese, Japanese or Korean.
pub fn cjk(dice: &mut Dice, sample: &Sample, written: &str) -> String {
    let (name, value) = (sample.at, &sample.text);
    match (sample.stands, dice.roll(3)) {
        (Stands::Alone, 0) => format!("密钥是{value}，请检查为什么返回403。"),
        (Stands::Alone, 1) => format!("このトークン「{value}」で接続できません。"),
        (Stands::Alone, _) => format!("토큰은{value}입니다. 확인해 주세요."),
        (Stands::Named, 0) => format!("环境变量{name}={value}，不要外传。"),
        (Stands::Named, 1) => format!("設定：{name}=\"{value}\"。動きません。"),
        (Stands::Named, _) => format!("환경변수 {name}={value} 를 확인해 주세요."),
        (_, 0) => format!("配置如下：{written} ，连接失败。"),
        (_, 1) => format!("次の行を見てください：\n{written}\nお願いします。"),
        _ => format!("이 줄을 봐 주세요: {written} — 고마워요."),
    }
}

/// Says a secret between brackets, quotes and stars.
pub fn punctuation(dice: &mut Dice, value: &str) -> String {
    let lead = talk::question(dice);
    match dice.roll(7) {
        0 => format!("{lead} ({value})"),
        1 => format!("{lead} It is \"{value}\"."),
        2 => format!("{lead} <{value}>, as before."),
        3 => format!("{lead} [{value}](https://wiki.example.com/access)"),
        4 => format!("{lead} **{value}**!"),
        5 => format!("{lead} “{value}”…"),
        _ => format!("{lead} token:{value};then nothing"),
    }
}
